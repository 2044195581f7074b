#!/bin/bash
# After removing: what the installation added outside its own files. A person's profile stays theirs.
set -e

# An update: dpkg says so in words, rpm by the number of versions that stay.
case "$1" in
  upgrade | failed-upgrade | abort-* | [1-9]*) exit 0 ;;
esac

if [ "$(readlink /usr/bin/gatehouse)" = '/opt/${sanitizedProductName}/resources/bin/gatehouse' ]; then
  rm -f /usr/bin/gatehouse
fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi

if hash update-desktop-database 2>/dev/null; then
  update-desktop-database /usr/share/applications || true
fi
