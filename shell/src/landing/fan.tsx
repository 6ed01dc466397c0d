const cards = [
  { name: 'ChatGPT', accent: 'jade', time: '3.2 s', first: 310, second: 267, writing: true },
  { name: 'Claude', accent: 'clay', time: '3.4 s', first: 298, second: 192, writing: false },
  { name: 'Gemini', accent: 'sky', time: '3.9 s', first: 279, second: 220, writing: true },
  { name: 'Mistral', accent: 'ochre', time: 'Thinking', first: 291, second: 186, writing: false },
  { name: 'DeepSeek', accent: 'iris', time: '4.1 s', first: 301, second: 136, writing: true },
  { name: 'Perplexity', accent: 'plum', time: '2.8 s', first: 273, second: 288, writing: true },
] as const;

// A drawing of what the product does; the names in it are examples.
export function Fan({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 640 500" role="img" aria-label="One message fans out to six AI services">
      {cards.map((card, at) => (
        <Card key={card.name} {...card} top={24 + at * 78} />
      ))}
      <rect x="1" y="200" width="167" height="100" rx="10" fill="var(--surface)" stroke="var(--control)" />
      <text x="17" y="225" fontSize="12.5" fontWeight="600" fill="var(--ink)">
        One message
      </text>
      {[134, 118, 72].map((width, at) => (
        <rect key={width} x="17" y={240 + at * 13} width={width} height="6" rx="3" fill="var(--ink)" opacity=".16" />
      ))}
      <rect x="130" y="270" width="24" height="20" rx="5" fill="var(--brand)" />
      <path
        d="M142 285 v-10 m-4 4 l4 -4 l4 4"
        stroke="var(--on-brand)"
        strokeWidth="1.6"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="168" cy="250" r="4" fill="var(--brand)" />
    </svg>
  );
}

function Card({ name, accent, time, first, second, writing, top }: (typeof cards)[number] & { top: number }) {
  const color = `var(--${accent})`;
  const waits = time === 'Thinking';
  const bar = waits ? { fill: 'var(--ink)', opacity: 0.08 } : { fill: color };
  return (
    <>
      <path d={`M168 250 C 232 250 224 ${top + 28} 288 ${top + 28}`} fill="none" stroke={color} strokeWidth="1.75" />
      <rect x="296" y={top} width="343" height="62" rx="8" fill="var(--surface)" stroke="var(--line)" />
      <circle cx="296" cy={top + 28} r="3.5" fill={color} />
      <text x="312" y={top + 19} fontSize="12.5" fontWeight="600" fill={color}>
        {name}
      </text>
      <text x="623" y={top + 19} fontSize="11.5" textAnchor="end" fill="var(--ink-3)" className="num">
        {time}
      </text>
      <rect x="312" y={top + 30} width={first} height="6" rx="3" opacity="0.3" {...bar} />
      <rect x="312" y={top + 43} width={second} height="6" rx="3" opacity="0.22" {...bar} />
      {writing && <rect x={316 + second} y={top + 42} width="2" height="9" fill={color} />}
    </>
  );
}
