#!/bin/sh
# Ends every registered process group when its standard input closes, which the system does for a launcher
# however that ended. Lines in: "+ <pid> <signal> <wave>" and "- <pid>". Lower waves end first.
trap '' HUP INT QUIT TERM
list=''
while read -r verb pid signal wave; do
  case $verb in
    +) list="$list $pid:$signal:$wave" ;;
    -)
      kept=''
      for entry in $list; do
        case $entry in "$pid":*) ;; *) kept="$kept $entry" ;; esac
      done
      list=$kept
      ;;
  esac
done

for wave in 1 2; do
  pids=''
  for entry in $list; do
    pid=${entry%%:*} rest=${entry#*:}
    [ "${rest#*:}" = "$wave" ] || continue
    kill -s "${rest%%:*}" -- "-$pid" 2>/dev/null && pids="$pids $pid"
  done
  tries=50
  while [ -n "$pids" ] && [ "$tries" -gt 0 ]; do
    sleep 0.1
    tries=$((tries - 1))
    alive=''
    for pid in $pids; do kill -s 0 -- "-$pid" 2>/dev/null && alive="$alive $pid"; done
    pids=$alive
  done
  for pid in $pids; do kill -s KILL -- "-$pid" 2>/dev/null; done
done
exit 0
