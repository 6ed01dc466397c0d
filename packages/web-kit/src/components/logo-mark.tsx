const bars = [
  { x: 1, y: 7, height: 6 },
  { x: 6, y: 2, height: 16 },
  { x: 11, y: 5, height: 10 },
  { x: 16, y: 8, height: 4 },
];

/** Four voices: the product's mark. `hollow` is its outline, for empty states. */
export function LogoMark({ size = 20, hollow = false }: { size?: number; hollow?: boolean }) {
  const paint = hollow ? { fill: 'none', stroke: 'currentColor', strokeWidth: 0.6 } : { fill: 'var(--brand)' };
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      {bars.map((bar) => (
        <rect key={bar.x} {...bar} {...paint} width="3" rx="1.2" />
      ))}
    </svg>
  );
}
