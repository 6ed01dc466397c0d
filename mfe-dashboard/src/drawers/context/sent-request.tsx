import { grouped, getMessageRequest, type MessageRequest } from '@polylogue/api-contract';
import { ApiError, useApiQuery } from '@polylogue/web-kit';
import { Button, QueryState } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { CopyButton } from '../copy-button.js';
import styles from './context.module.css';

/** The HTTP request of a reply, folded: most readers want the messages. */
export function SentRequest({ messageId }: { messageId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.request} aria-label="The request as it was sent">
      <Button type="text" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide the request' : 'Show the request as it was sent'}
      </Button>
      {isOpen && <LoadedRequest messageId={messageId} />}
    </section>
  );
}

function LoadedRequest({ messageId }: { messageId: string }) {
  const query = useApiQuery(getMessageRequest, { parameters: { id: messageId } });
  const { data, error } = query;
  if (error || !data) {
    const text = error instanceof ApiError ? error.sentence : 'The request could not be read.';
    return <QueryState query={query} skeleton={{ rows: 3 }} failed={{ title: 'Not available', text }} />;
  }
  const text = httpText(data);
  return (
    <>
      <p className={styles.count}>
        <span>{provenance(data)}</span>
        <CopyButton label="Copy the request" text={text} />
      </p>
      <pre className={styles.http} {...scrollable}>
        {text}
      </pre>
      <p className={styles.digest}>SHA-256 of the body: {data.sha256}</p>
    </>
  );
}

function provenance({ isAsSent, bytes }: MessageRequest): string {
  const size = `${grouped(bytes)} bytes`;
  if (isAsSent) return `${size}, the same as were sent; secrets removed`;
  if (isAsSent === false) return `Made again as it would be sent today: it is not what was sent then (${size})`;
  return `Made again; what was sent then was not recorded (${size})`;
}

// What scrolls must be reachable by keyboard.
const scrollable = { tabIndex: 0, role: 'group', 'aria-label': 'HTTP request' };

const httpText = ({ method, path, headers, body }: MessageRequest): string =>
  [`${method} ${path}`, ...headers.map(({ name, value }) => `${name}: ${value}`), '', body].join('\n');
