import { readdir, readFile } from 'node:fs/promises';

const ticksPerSecond = 100;

/** Processor seconds these processes have used so far, user and system. */
export async function cpuSeconds(pids: readonly number[]) {
  const all = await Promise.all(pids.map(async (pid) => (await statOf(pid)).ticks));
  return all.reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
}

/** The same of a process and all its children, those that have ended included. */
export async function cpuSecondsOfFamily(pid: number) {
  const pids = (await readdir('/proc')).map(Number).filter((number) => number > 0);
  const stats = await Promise.all(pids.map(statOf));
  const parent = await statOf(pid);
  const children = stats.filter((stat) => stat.parent === pid).reduce((sum, stat) => sum + stat.ticks, 0);
  return (parent.ticks + parent.ticksOfEnded + children) / ticksPerSecond;
}

/** Resident bytes of these processes together; pages they share are counted in each. */
export async function residentBytes(pids: readonly number[]) {
  const all = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
    }),
  );
  return all.reduce((sum, bytes) => sum + bytes, 0);
}

// The name in brackets may hold blanks; what follows it does not. See proc(5): ppid is field 4, utime to cstime 14-17.
async function statOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3] ?? 0);
  return { parent: field(4), ticks: field(14) + field(15), ticksOfEnded: field(16) + field(17) };
}
