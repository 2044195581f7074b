#!/bin/bash
# After installing: the `gatehouse` command, Chromium's sandbox, and what the system keeps about programs.
set -e

ln -sf '/opt/${sanitizedProductName}/resources/bin/gatehouse' /usr/bin/gatehouse

# Chromium's helper is given root's rights only where the kernel gives ordinary users no namespaces.
if [ -L /proc/self/ns/user ] && unshare --user true 2>/dev/null; then
  chmod 0755 '/opt/${sanitizedProductName}/chrome-sandbox'
else
  chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox'
fi

if hash update-desktop-database 2>/dev/null; then
  update-desktop-database /usr/share/applications || true
fi

# Ubuntu 24 and newer give namespaces only to programs with a profile.
profile='/opt/${sanitizedProductName}/resources/apparmor-profile'
if apparmor_status --enabled >/dev/null 2>&1 && apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp -f "$profile" '/etc/apparmor.d/${executable}'
  if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' || true
  fi
fi
