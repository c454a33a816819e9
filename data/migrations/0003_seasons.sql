-- Seasons: who plays in them, the rounds, what each sitting brought, and what staff corrected.
-- Why: standings are sums over `credit`, which only grows, so any past date can be asked for; `season_total`
-- keeps the same sums for now. Points and records are units of 1/840; times are milliseconds since 1970.

-- Staff's choices for a server. NULL: not chosen.
CREATE TABLE guild_setting (
    guild_id           INTEGER PRIMARY KEY,
    staff_role_id      INTEGER,
    appeals_channel_id INTEGER,
    timezone           TEXT
) STRICT;

-- What people were called when last seen, so that tables of those who left can still name them.
CREATE TABLE person (
    guild_id   INTEGER NOT NULL,
    user_id    INTEGER NOT NULL,
    name       TEXT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE season (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id      INTEGER NOT NULL,
    name          TEXT NOT NULL CHECK (name <> ''),
    game          TEXT NOT NULL,
    rules         TEXT NOT NULL,
    starts_at_ms  INTEGER NOT NULL,
    ends_at_ms    INTEGER,           -- NULL: when it is closed
    timezone      TEXT NOT NULL,
    points        TEXT NOT NULL,
    credit        TEXT NOT NULL CHECK (credit IN ('starter', 'finisher', 'deals')),
    created_by    INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    closed_at_ms  INTEGER,
    CHECK (ends_at_ms > starts_at_ms)
) STRICT;
CREATE UNIQUE INDEX season_by_name ON season (guild_id, name COLLATE NOCASE);

-- Substitutes may be seated, but are not scheduled. left_at_ms: out of later rounds, still in the standings.
CREATE TABLE entry (
    season_id    INTEGER NOT NULL REFERENCES season (id),
    user_id      INTEGER NOT NULL,
    substitute   INTEGER NOT NULL CHECK (substitute IN (0, 1)),
    joined_at_ms INTEGER NOT NULL,
    left_at_ms   INTEGER,
    PRIMARY KEY (season_id, user_id)
) STRICT, WITHOUT ROWID;

ALTER TABLE game_table ADD COLUMN season_id INTEGER REFERENCES season (id);
ALTER TABLE game_table ADD COLUMN started_at_ms INTEGER;
CREATE INDEX table_by_season ON game_table (season_id) WHERE season_id IS NOT NULL;

-- The last line of the deal; NULL in deals older than this column, when no seat had ever changed hands.
ALTER TABLE proof ADD COLUMN seq INTEGER;

-- Who held a seat, from which line on; only seats that changed hands have rows. NULL: a computer player.
CREATE TABLE stint (
    table_id INTEGER NOT NULL REFERENCES game_table (id),
    seat     INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7),
    from_seq INTEGER NOT NULL CHECK (from_seq >= 0),
    user_id  INTEGER,
    name     TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, from_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX stint_by_user ON stint (user_id) WHERE user_id IS NOT NULL;

-- A round's tables. due_at_ms: until when they should be played. seats: computers fill up to this number.
CREATE TABLE fixture (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    season_id      INTEGER NOT NULL REFERENCES season (id),
    round          INTEGER NOT NULL CHECK (round > 0),
    number         INTEGER NOT NULL CHECK (number > 0),
    seats          INTEGER NOT NULL CHECK (seats BETWEEN 2 AND 8),
    channel_id     INTEGER NOT NULL,
    due_at_ms      INTEGER,
    reminded_at_ms INTEGER,
    table_id       INTEGER UNIQUE REFERENCES game_table (id),
    UNIQUE (season_id, round, number)
) STRICT;
CREATE TABLE fixture_player (
    fixture_id INTEGER NOT NULL REFERENCES fixture (id),
    user_id    INTEGER NOT NULL,
    PRIMARY KEY (fixture_id, user_id)
) STRICT, WITHOUT ROWID;

-- What staff did afterwards. Nothing is edited: a correction books new postings and credits. A move is units
-- of one deal from a seat to another; a void takes back every deal of the sitting.
CREATE TABLE correction (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    season_id INTEGER NOT NULL REFERENCES season (id),
    table_id  INTEGER NOT NULL REFERENCES game_table (id),
    kind      TEXT NOT NULL CHECK (kind IN ('move', 'void')),
    reason    TEXT NOT NULL CHECK (reason <> ''),
    user_id   INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    deal      INTEGER CHECK (deal > 0),
    from_seat INTEGER CHECK (from_seat BETWEEN 0 AND 7),
    to_seat   INTEGER CHECK (to_seat BETWEEN 0 AND 7 AND to_seat <> from_seat),
    units     INTEGER CHECK (units > 0),
    CHECK ((kind = 'move') = (deal IS NOT NULL AND from_seat IS NOT NULL AND to_seat IS NOT NULL AND units IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX one_void_a_table ON correction (table_id) WHERE kind = 'void';
CREATE INDEX correction_by_season ON correction (season_id, id);
ALTER TABLE posting ADD COLUMN correction_id INTEGER REFERENCES correction (id);

-- What a sitting brought a user: one row as it ends; a correction adds the same with the signs turned, and
-- the new one. sittings is 1 or -1. net and points are units; deals, wins (sittings won), fines are counts.
CREATE TABLE credit (
    id            INTEGER PRIMARY KEY,
    season_id     INTEGER NOT NULL REFERENCES season (id),
    table_id      INTEGER NOT NULL REFERENCES game_table (id),
    seat          INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7),
    user_id       INTEGER NOT NULL,
    correction_id INTEGER REFERENCES correction (id),
    at_ms         INTEGER NOT NULL,
    sittings      INTEGER NOT NULL CHECK (sittings IN (-1, 1)),
    place         INTEGER NOT NULL CHECK (place > 0),
    points        INTEGER NOT NULL,
    net           INTEGER NOT NULL,
    deals         INTEGER NOT NULL,
    wins          INTEGER NOT NULL,
    fines       INTEGER NOT NULL
) STRICT;
CREATE INDEX credit_by_season ON credit (season_id, user_id);
CREATE INDEX credit_by_table ON credit (table_id);

-- Sums of the season's credits, kept in the same transaction. best: the best net of a sitting that counts.
-- mu, sigma: the skill rating after all sittings that count, in their order.
CREATE TABLE season_total (
    season_id INTEGER NOT NULL REFERENCES season (id),
    user_id   INTEGER NOT NULL,
    sittings  INTEGER NOT NULL,
    points    INTEGER NOT NULL,
    net       INTEGER NOT NULL,
    deals     INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    fines   INTEGER NOT NULL,
    best      INTEGER,
    mu        REAL,
    sigma     REAL,
    PRIMARY KEY (season_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX season_total_by_points ON season_total (season_id, points DESC, net DESC);

-- A player's doubt about a deal, and what staff said to it.
CREATE TABLE appeal (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id      INTEGER NOT NULL,
    table_id      INTEGER NOT NULL REFERENCES game_table (id),
    deal          INTEGER NOT NULL CHECK (deal > 0),
    user_id       INTEGER NOT NULL,
    text          TEXT NOT NULL CHECK (text <> ''),
    at_ms         INTEGER NOT NULL,
    accepted      INTEGER CHECK (accepted IN (0, 1)),  -- NULL: not decided
    decided_by    INTEGER,
    decided_at_ms INTEGER,
    message_id    INTEGER,  -- in the staff's channel; NULL: they have not been told yet
    CHECK ((accepted IS NULL) = (decided_at_ms IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_appeal_a_deal ON appeal (table_id, deal, user_id);

CREATE TRIGGER table_fits_its_season BEFORE INSERT ON game_table
WHEN NEW.season_id IS NOT NULL
 AND NOT EXISTS (SELECT 1 FROM season WHERE id = NEW.season_id AND guild_id = NEW.guild_id AND game = NEW.game)
BEGIN SELECT RAISE(ABORT, 'a season''s table is of its guild and game'); END;
CREATE TRIGGER table_stays_in_its_season BEFORE UPDATE OF season_id ON game_table
BEGIN SELECT RAISE(ABORT, 'a table counts in the season it was opened for'); END;

-- Only who it was may change, when somebody is forgotten: in a reason, those whom it mentions.
CREATE TRIGGER credit_never_changes BEFORE UPDATE OF
    season_id, table_id, seat, correction_id, at_ms, sittings, place, points, net, deals, wins, fines ON credit
BEGIN SELECT RAISE(ABORT, 'credit is append-only'); END;
CREATE TRIGGER credit_never_goes BEFORE DELETE ON credit
BEGIN SELECT RAISE(ABORT, 'credit is append-only'); END;
CREATE TRIGGER correction_never_changes BEFORE UPDATE OF
    season_id, table_id, kind, at_ms, deal, from_seat, to_seat, units ON correction
BEGIN SELECT RAISE(ABORT, 'correction is append-only'); END;
CREATE TRIGGER reason_only_forgets BEFORE UPDATE OF reason ON correction WHEN OLD.reason NOT GLOB '*<@*[0-9]>*'
BEGIN SELECT RAISE(ABORT, 'correction is append-only'); END;
CREATE TRIGGER correction_never_goes BEFORE DELETE ON correction
BEGIN SELECT RAISE(ABORT, 'correction is append-only'); END;
