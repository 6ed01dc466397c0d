/** Milliseconds of the monotonic clock, which all processes of one machine share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;
