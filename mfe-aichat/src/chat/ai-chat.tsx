import type { AiChatExportFormat, AiService } from '@polylogue/api-contract';
import { EmptyState, toast } from '@polylogue/web-kit';
import { QueryState } from '@polylogue/web-kit/antd';
import { downloadExport, useAiServices, useDeleteSession, useSessions } from '../conversation/ai-chat.api.js';
import type { ChatWorld } from '../conversation/chat-driver.js';
import { isActive, type Conversation } from '../conversation/conversation.state.js';
import { Earlier } from '../earlier/earlier.js';
import { SetupCard } from '../setup/setup-card.js';
import { nothingToExport } from '../setup/start.rules.js';
import { Transcript } from '../transcript/transcript.js';
import { Announcer } from './announcer.js';
import { realWorld } from './chat-world.js';
import { useChat } from './use-chat.js';
import styles from './ai-chat.module.css';

/** `world` is for tests: what the conversation knows of servers, clocks and chance. */
export default function AiChat({ world = realWorld }: { world?: ChatWorld }) {
  const services = useAiServices();
  if (!services.data) {
    const failed = { title: 'No answer', text: 'The list of AI services could not be read. Nothing is lost.' };
    return <div className="pl-page">{<QueryState query={services} failed={failed} />}</div>;
  }
  const talking = services.data.filter(({ category }) => category === 'text');
  if (talking.length < 2) {
    const help = 'A conversation needs two AI services that write text. An administrator adds them in Settings.';
    return <div className="pl-page">{<EmptyState title="Not enough AI services" help={help} level={1} />}</div>;
  }
  return <Workspace services={talking} world={world} />;
}

const unreadable = { title: 'This conversation could not be read', variant: 'destructive' } as const;

async function exportChat({ lines, sessionId }: Conversation, format: AiChatExportFormat): Promise<void> {
  if (lines.length === 0) return void toast(nothingToExport);
  try {
    await downloadExport(sessionId, format);
    toast({ title: 'Export completed', description: `The conversation was exported as ${format.toUpperCase()}.` });
  } catch (fault) {
    console.error(fault);
    toast({ title: 'Export failed', description: 'Please try again.', variant: 'destructive' });
  }
}

function Workspace({ services, world }: { services: readonly AiService[]; world: ChatWorld }) {
  const { conversation, driver, form, dispatch, open, start, clear, refreshList } = useChat(services, world);
  const sessions = useSessions();
  const deleting = useDeleteSession();
  const active = isActive(conversation);

  const deleteSession = (id: string) => {
    deleting.mutate(
      { parameters: { id } },
      {
        onSuccess: () => {
          if (id === conversation.sessionId) clear();
          toast({
            title: 'Conversation deleted',
            description: 'The conversation has been permanently removed.',
          });
        },
        onError: () => toast({ title: 'Failed to delete conversation', variant: 'destructive' }),
        onSettled: refreshList,
      },
    );
  };
  const openSession = async (id: string) => (await open(id)) || toast(unreadable);

  return (
    <div className={styles.screen} data-shown={active || conversation.lines.length > 0 || undefined}>
      <h1 className="pl-only-read">AI Chat</h1>
      <div className={styles.side}>
        <SetupCard
          services={services}
          form={form}
          dispatch={dispatch}
          isActive={active}
          shown={conversation.sessionId}
          onStart={start}
          onStop={() => void driver.stop()}
          onClear={clear}
          onExport={(format) => void exportChat(conversation, format)}
        />
        <Earlier
          sessions={sessions.data ?? []}
          shown={conversation.sessionId}
          disabled={active}
          onOpen={(id) => void openSession(id)}
          onDelete={deleteSession}
        />
      </div>
      <Transcript
        conversation={conversation}
        onInterject={(text) => driver.interject(text)}
        onContinue={() => void driver.continue()}
        onSummarize={() => void driver.summarize()}
      />
      <Announcer conversation={conversation} />
    </div>
  );
}
