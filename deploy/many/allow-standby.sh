#!/bin/sh
# The standby of compose.yaml copies the database and follows it, over the network of that file alone.
set -eu
echo "host replication trencavel samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
