#!/bin/bash
# Like the official image: makes a database with root's password in an empty directory, runs the scripts, and becomes the server.
set -eo pipefail

case $1 in -*) set -- mysqld "$@" ;; esac
if [ ! -d /var/lib/mysql/mysql ]; then
  "$@" --initialize-insecure
  "$@" --skip-networking &
  until mysql --user=root <<< "ALTER USER root@localhost IDENTIFIED BY '$MYSQL_ROOT_PASSWORD'" 2> /dev/null; do sleep 1; done
  for file in /docker-entrypoint-initdb.d/*.sh; do . "$file"; done
  MYSQL_PWD=$MYSQL_ROOT_PASSWORD mysql --user=root <<< SHUTDOWN
  wait
fi
exec "$@"
