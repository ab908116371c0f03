-- What everybody is told, in both languages, until it ends. Who said it is a line of mod_log.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    en TEXT NOT NULL,
    fr TEXT NOT NULL,
    made INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;
CREATE INDEX announcements_until ON announcements (until);

-- Records of rated games say what they counted for: those that were made before are made anew.
UPDATE tables SET recorded = 0
    WHERE recorded = 1 AND ended IS NOT NULL AND id IN (SELECT table_id FROM results WHERE rated);
