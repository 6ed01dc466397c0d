#!/bin/sh
# Writes what can only be known where the container runs, then becomes nginx.
set -eu
nameservers=''
domain=''
while read -r word first rest; do
  case $word in
    nameserver) case $first in *:*) first="[$first]" ;; esac; nameservers="$nameservers $first" ;;
    search) for each in $first $rest; do case $each in *.svc.*) [ -n "$domain" ] || domain=".$each" ;; esac; done ;;
  esac
done < /etc/resolv.conf
# Asked to stop, nginx closes idle connections at once, where a request may be on its way; since 1.27.4 it can be asked to wait.
version=$(nginx -v 2>&1 | sed 's|.*nginx/||')
wait=''
[ "$(printf '1.27.4\n%s\n' "$version" | sort -V | head -n 1)" != 1.27.4 ] || wait='keepalive_min_timeout 5s;'
cat > /tmp/found.conf << CONF
$wait
resolver$nameservers valid=5s ipv6=off;
resolver_timeout 2s;
map \$http_host \$domain { default "$domain"; }
map \$http_host \$gateway { default "${GATEWAY_HOST:-gateway}"; }
# The proxy that ends TLS in front of us says so.
map \$http_x_forwarded_proto \$forwarded_proto { http http; https https; default \$scheme; }
CONF
exec nginx -c /polylogue/nginx.conf
