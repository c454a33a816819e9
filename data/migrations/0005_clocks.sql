-- Clocks: how long a turn may take, until when the running ones last, and which tables stand still.
-- Why: a deadline is set once, by the move that asked, and outlives restarts. Times are milliseconds since 1970.

ALTER TABLE guild_setting ADD COLUMN clock TEXT;     -- of new tables, such as 60+300; NULL: none
ALTER TABLE game_table ADD COLUMN clock TEXT;        -- NULL: none
ALTER TABLE game_table ADD COLUMN paused_at_ms INTEGER;

-- How each seat stands with its clock. missed: time-outs in a row. asked: the line that asked the seat, whose turn
-- runs then; from free_until_ms on it uses up the time bank. reminded: it was told that its time runs out.
CREATE TABLE seat_time (
    table_id      INTEGER NOT NULL REFERENCES game_table (id),
    seat          INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7),
    bank_ms       INTEGER NOT NULL CHECK (bank_ms >= 0),
    missed        INTEGER NOT NULL CHECK (missed >= 0),
    asked         INTEGER CHECK (asked >= 0),
    since_ms      INTEGER,
    free_until_ms INTEGER,
    deadline_ms   INTEGER,
    reminded      INTEGER CHECK (reminded IN (0, 1)),
    PRIMARY KEY (table_id, seat),
    CHECK (asked IS NULL OR (since_ms <= free_until_ms AND free_until_ms <= deadline_ms AND reminded IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- Messages that remind of a turn; they are deleted when it is done.
CREATE TABLE reminder (
    message_id INTEGER PRIMARY KEY,
    table_id   INTEGER NOT NULL REFERENCES game_table (id),
    seat       INTEGER NOT NULL,
    asked      INTEGER NOT NULL
) STRICT;
CREATE INDEX reminder_by_table ON reminder (table_id);

-- When the bot was last there while a clock ran: how long it was away is reckoned from then.
CREATE TABLE pulse (
    id    INTEGER PRIMARY KEY CHECK (id = 0),
    at_ms INTEGER NOT NULL
) STRICT;
