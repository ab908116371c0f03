-- What a running server must hear of, whoever did it: a request of its own or `trencavel admin` in
-- another process. Triggers write it in the transaction of the change itself, so no change is
-- forgotten. The server reads the list twice a second and after its own changes, and empties it.
-- (Whoever makes one of these tables anew must make its trigger anew.)
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,                 -- session, person, table, gone
    what TEXT NOT NULL                  -- the session's hash (hexadecimal), or the id
) STRICT;

-- A session ended: so do its sockets.
CREATE TRIGGER notice_session AFTER DELETE ON sessions BEGIN
    INSERT INTO notices (kind, what) VALUES ('session', hex(old.hash));
END;

-- A person has another name, became an account, or was shut out or let in.
CREATE TRIGGER notice_person AFTER UPDATE OF name, password, banned ON people
WHEN old.name IS NOT new.name
    OR (old.password IS NULL) <> (new.password IS NULL)
    OR old.banned <> new.banned
BEGIN
    INSERT INTO notices (kind, what) VALUES ('person', new.id);
END;

-- A person left.
CREATE TRIGGER notice_left AFTER DELETE ON people BEGIN
    INSERT INTO notices (kind, what) VALUES ('person', old.id);
END;

-- A log was rewritten because somebody left: one notice for many entries in a row.
CREATE TRIGGER notice_table AFTER UPDATE OF entry ON entries BEGIN
    INSERT INTO notices (kind, what)
    SELECT 'table', new.table_id WHERE NOT EXISTS (
        SELECT 1 FROM notices
        WHERE id = (SELECT max(id) FROM notices) AND kind = 'table' AND what = new.table_id);
END;

-- A table was removed.
CREATE TRIGGER notice_gone AFTER DELETE ON tables BEGIN
    INSERT INTO notices (kind, what) VALUES ('gone', old.id);
END;
