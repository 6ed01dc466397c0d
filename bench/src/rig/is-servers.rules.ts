/** Whether a process with this script is that of the servers, and not one that they start: `--import` reaches all of them. */
export const isServers = (script = process.argv[1]): boolean => /[/\\]run-(slices|bundle)\.js$/.test(script ?? '');
