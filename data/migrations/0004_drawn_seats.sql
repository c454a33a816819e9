-- Who is drawn to a table has a seat there.
-- Why: it was reckoned from the ids of all who are drawn there, and so changed when one of them was forgotten.

ALTER TABLE fixture_player RENAME TO drawn_without_seat;
CREATE TABLE fixture_player (
    fixture_id INTEGER NOT NULL REFERENCES fixture (id),
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7),
    user_id    INTEGER NOT NULL,
    PRIMARY KEY (fixture_id, seat),
    UNIQUE (fixture_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO fixture_player
    SELECT fixture_id, row_number() OVER (PARTITION BY fixture_id ORDER BY user_id) - 1, user_id
    FROM drawn_without_seat;
DROP TABLE drawn_without_seat;
