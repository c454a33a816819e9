-- Tables, who sits at them, the journal of what was played, and the ledger.
-- Why: a table is rebuilt from its lines alone, so these rows are the game. Ids of guilds, channels, messages,
-- users and interactions are Discord's; times are milliseconds since 1970; amounts are units of 1/840 chip.

PRAGMA application_id = 0x4c657665;  -- "Leve": another program's file is never migrated by mistake

CREATE TABLE migration (
    number INTEGER PRIMARY KEY,
    name   TEXT NOT NULL,
    sha256 TEXT NOT NULL
) STRICT;

-- AUTOINCREMENT: an id is part of a deal's published commit and of buttons, so none is ever used twice.
CREATE TABLE game_table (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id     INTEGER NOT NULL,
    channel_id   INTEGER NOT NULL,
    opener_id    INTEGER NOT NULL,
    game         TEXT NOT NULL CHECK (game <> ''),
    rules        TEXT NOT NULL,
    state        TEXT NOT NULL DEFAULT 'lobby' CHECK (state IN ('lobby', 'playing', 'closed')),
    seq          INTEGER NOT NULL DEFAULT 0 CHECK (seq >= 0),  -- the last line's number
    opened_at_ms INTEGER NOT NULL,
    closed_at_ms INTEGER,
    message_id   INTEGER,
    dealer       INTEGER CHECK (dealer BETWEEN 0 AND 7),  -- the seat that deals first; NULL in the lobby
    CHECK (state <> 'lobby' OR seq = 0),
    CHECK ((state = 'closed') = (closed_at_ms IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX one_open_table_per_channel ON game_table (channel_id) WHERE state <> 'closed';
CREATE INDEX table_by_channel ON game_table (channel_id, id);
CREATE INDEX table_by_guild ON game_table (guild_id, game);

-- user_id NULL: a computer player. computer: who plays the seat now, so a leaver keeps his user_id.
-- left_deal: the deal in which a leaver had not spoken yet, and passes.
CREATE TABLE seat (
    table_id      INTEGER NOT NULL REFERENCES game_table (id),
    seat          INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7),
    user_id       INTEGER,
    name          TEXT NOT NULL,
    computer      INTEGER NOT NULL CHECK (computer IN (0, 1)),
    left_deal     INTEGER CHECK (left_deal > 0),
    dm_channel_id INTEGER,
    dm_message_id INTEGER,
    dm_closed     INTEGER NOT NULL DEFAULT 0 CHECK (dm_closed IN (0, 1)),
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, user_id),
    CHECK (computer = 1 OR user_id IS NOT NULL),
    CHECK ((dm_channel_id IS NULL) = (dm_message_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_by_user ON seat (user_id) WHERE user_id IS NOT NULL;

-- Record lines of deals that are over, in plain text, 1, 2, 3 … without a gap.
CREATE TABLE line (
    table_id INTEGER NOT NULL REFERENCES game_table (id),
    seq      INTEGER NOT NULL,
    text     TEXT NOT NULL CHECK (instr(text, char(10)) = 0),
    at_ms    INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- Record lines of the deal that runs. All are sealed: none that tells a card can be forgotten.
CREATE TABLE running (
    table_id INTEGER NOT NULL REFERENCES game_table (id),
    seq      INTEGER NOT NULL,
    box      BLOB NOT NULL,
    at_ms    INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- The coming or running deal's shuffle: the commit everybody may see; secret, salt and cut sealed in the box.
CREATE TABLE shuffle (
    table_id   INTEGER PRIMARY KEY REFERENCES game_table (id),
    deal       INTEGER NOT NULL CHECK (deal > 0),
    commit_hex TEXT NOT NULL CHECK (length(commit_hex) = 64),
    box        BLOB NOT NULL
) STRICT;

-- One row a deal that is over. void: the players agreed to stop inside it, so nobody has played it.
CREATE TABLE proof (
    table_id   INTEGER NOT NULL REFERENCES game_table (id),
    deal       INTEGER NOT NULL CHECK (deal > 0),
    commit_hex TEXT NOT NULL CHECK (length(commit_hex) = 64),
    secret     BLOB NOT NULL,
    salt       BLOB NOT NULL,
    cut        TEXT NOT NULL,
    void       INTEGER NOT NULL CHECK (void IN (0, 1)),
    PRIMARY KEY (table_id, deal)
) STRICT, WITHOUT ROWID;

-- No user here: whose account p1 is, the seat says. So nothing in this ledger has to change to forget somebody.
CREATE TABLE posting (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES game_table (id),
    seq      INTEGER NOT NULL CHECK (seq >= 0),
    deal     INTEGER NOT NULL CHECK (deal >= 0),
    account  TEXT NOT NULL CHECK (account IN ('pot', 'bank') OR account GLOB 'p[1-8]' OR account GLOB 'bonus:p[1-8]'),
    cause    TEXT NOT NULL CHECK (cause <> ''),
    units    INTEGER NOT NULL CHECK (units <> 0)
) STRICT;
CREATE INDEX posting_by_deal ON posting (table_id, deal);

-- Sums of the postings, kept in the same transaction as they are, so that standings need not add them up.
CREATE TABLE total (
    guild_id INTEGER NOT NULL,
    game     TEXT NOT NULL,
    user_id  INTEGER NOT NULL,
    deals    INTEGER NOT NULL,
    units    INTEGER NOT NULL,
    wins     INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX total_by_units ON total (guild_id, game, units DESC);

CREATE TABLE applied (
    interaction_id INTEGER PRIMARY KEY,
    at_ms          INTEGER NOT NULL
) STRICT;

CREATE TRIGGER table_stays_closed BEFORE UPDATE OF state ON game_table WHEN OLD.state = 'closed'
BEGIN SELECT RAISE(ABORT, 'a closed table stays closed'); END;

CREATE TRIGGER seat_only_in_lobby BEFORE INSERT ON seat
WHEN (SELECT state FROM game_table WHERE id = NEW.table_id) <> 'lobby'
BEGIN SELECT RAISE(ABORT, 'seats are given in the lobby only'); END;
CREATE TRIGGER unseat_only_in_lobby BEFORE DELETE ON seat
WHEN (SELECT state FROM game_table WHERE id = OLD.table_id) <> 'lobby'
BEGIN SELECT RAISE(ABORT, 'seats are given up in the lobby only'); END;

CREATE TRIGGER line_without_gap BEFORE INSERT ON line
WHEN NEW.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM line WHERE table_id = NEW.table_id)
BEGIN SELECT RAISE(ABORT, 'line out of order'); END;
CREATE TRIGGER line_never_changes BEFORE UPDATE ON line
BEGIN SELECT RAISE(ABORT, 'line is append-only'); END;
CREATE TRIGGER line_never_goes BEFORE DELETE ON line
BEGIN SELECT RAISE(ABORT, 'line is append-only'); END;
CREATE TRIGGER posting_never_changes BEFORE UPDATE ON posting
BEGIN SELECT RAISE(ABORT, 'posting is append-only'); END;
CREATE TRIGGER posting_never_goes BEFORE DELETE ON posting
BEGIN SELECT RAISE(ABORT, 'posting is append-only'); END;
CREATE TRIGGER proof_never_changes BEFORE UPDATE ON proof
BEGIN SELECT RAISE(ABORT, 'proof is append-only'); END;
CREATE TRIGGER proof_never_goes BEFORE DELETE ON proof
BEGIN SELECT RAISE(ABORT, 'proof is append-only'); END;
