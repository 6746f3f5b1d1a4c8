#!/bin/sh
# The command tarockclub on a server: for root with the settings of the service and as its user, for others as their own.
set -eu
[ "$(id -u)" = 0 ] || exec /opt/tarockclub/bin/tarockclub "$@"
given=${DATABASE_URL-}
set -a
DATA_FOLDER=/var/lib/tarockclub
. /etc/tarockclub.env
[ -z "$given" ] || DATABASE_URL=$given
exec runuser -u tarock -- /opt/tarockclub/bin/tarockclub "$@"
