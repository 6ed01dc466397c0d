import { accentsOf, accentStyle, EmptyState, Voice, type Accent } from '@polylogue/web-kit';
import { PinnedScroll } from '@polylogue/web-kit/streams';
import { ArrowLeftRight } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { isActive, type Conversation, type Line, type Side, type Talk } from '../conversation/conversation.state.js';
import { Interjection } from './interjection.js';
import { UserLine, SummaryLine } from './user-line.js';
import { StatusBar } from './status-bar.js';
import { numbersOf } from './transcript.rules.js';
import { Turn } from './turn.js';
import styles from './transcript.module.css';

interface TranscriptProps {
  conversation: Conversation;
  onInterject: (text: string) => void;
  onContinue: () => void;
  onSummarize: () => void;
}

/** Two lanes on a numbered spine; on a phone, one. */
export function Transcript({ conversation, onInterject, ...on }: TranscriptProps) {
  const { talk, lines, queued } = conversation;
  const accents = useAccents(talk);
  if (!talk) {
    const help = 'Choose two AI services and what they talk about. You watch, step in, and stop them when you like.';
    return (
      <Frame>
        <EmptyState title="No conversation yet" help={help} />
      </Frame>
    );
  }
  const numbers = numbersOf(lines);
  return (
    <Frame>
      <Lanes talk={talk} accents={accents} lines={lines} />
      <PinnedScroll label="Messages" contentClassName={styles.lines}>
        {lines.map((line, index) => {
          const { key, speaker, text } = line;
          if (speaker === 'you') return <UserLine key={key} text={text} />;
          if (speaker === 'moderator')
            return <SummaryLine key={key} line={line} name={talk.moderator?.name ?? 'the moderator'} />;
          const [side, accent] = [talk.sides[speaker], accents[speaker]!];
          return <Turn key={key} line={line} number={numbers[index]!} side={side} accent={accent} />;
        })}
        {queued.map((text, index) => (
          <UserLine key={index} text={text} waiting />
        ))}
      </PinnedScroll>
      {isActive(conversation) && conversation.phase !== 'summing' && <Interjection onSay={onInterject} />}
      <StatusBar conversation={conversation} {...on} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section className={`pl-card ${styles.frame}`} aria-label="Transcript">
      {children}
    </section>
  );
}

function Lanes({ talk, accents, lines }: { talk: Talk; accents: readonly Accent[]; lines: readonly Line[] }) {
  return (
    <div className={styles.lanes}>
      <Lane side={talk.sides[0]} accent={accents[0]!} voice={voiceOf(0, lines)} />
      <ArrowLeftRight aria-hidden="true" />
      <Lane side={talk.sides[1]} accent={accents[1]!} voice={voiceOf(1, lines)} />
    </div>
  );
}

function Lane({ side, accent, voice }: { side: Side; accent: Accent; voice: 'live' | 'still' | 'flat' }) {
  const { className, style } = accentStyle(accent);
  return (
    <div className={`${className} ${styles.lane}`} style={style}>
      <Voice state={voice} />
      <h2 title={side.name}>{side.name}</h2>
      {side.role && <span title={side.role}>{side.role}</span>}
    </div>
  );
}

function voiceOf(side: 0 | 1, lines: readonly Line[]): 'live' | 'still' | 'flat' {
  const status = lines.findLast(({ speaker }) => speaker === side)?.status;
  if (status === 'open') return 'live';
  return status === 'failed' || status === 'interrupted' ? 'flat' : 'still';
}

const coloredSide = ({ color, chosen }: Side, side: number) => ({
  name: String(side),
  color,
  hasDefaultColor: chosen.color === undefined,
});

/** The colours of the two; different even where the services share one, unless they were chosen so. */
function useAccents(talk: Talk | undefined): readonly Accent[] {
  return useMemo(() => (talk ? [...accentsOf(talk.sides.map(coloredSide)).values()] : []), [talk]);
}
