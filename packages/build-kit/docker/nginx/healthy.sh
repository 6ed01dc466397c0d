#!/bin/bash
# Asks nginx itself; the image has nothing that speaks HTTP.
exec 3<>/dev/tcp/127.0.0.1/8081
printf 'GET /healthz HTTP/1.0\r\n\r\n' >&3
read -r line <&3
[[ $line == *" 200 "* ]]
