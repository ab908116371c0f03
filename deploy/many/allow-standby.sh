#!/bin/sh
# The standby of compose.yaml copies the database and follows it, over the network of that file alone.
# From the first real start on every commit waits for it.
set -eu
echo "host replication trencavel samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
echo "synchronous_standby_names = 'ANY 1 (standby)'" >> "$PGDATA/postgresql.conf"
