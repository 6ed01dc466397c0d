/** Milliseconds between two readings of the analytics, also in the background. */
export const analyticsPoll = 5000;

/** Hours and minutes from an hour on, else minutes and seconds; 'N/A' where there is nothing. */
export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return 'N/A';
  const total = Math.floor(milliseconds / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  return hours >= 1 ? `${hours}h ${minutes}m` : `${minutes}m ${seconds}s`;
}
