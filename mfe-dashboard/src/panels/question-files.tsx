import type { Attachment } from '@polylogue/api-contract';
import { AttachedFiles, givenSentence } from '@polylogue/web-kit/chat';
import type { AttachedFile } from '../broadcasts/attached-file.rules.js';
import { isOpen, type Reply } from '../broadcasts/reply.rules.js';
import styles from './turn.module.css';

const stored = (files: readonly AttachedFile[]) => files.map((file): Attachment => ({ type: '', ...file }));

/** The files of a question; pictures small, once the server has them. */
export const QuestionFiles = ({ files }: { files: readonly AttachedFile[] }) => <AttachedFiles files={stored(files)} />;

/** What the service of this reply was given of the files. */
export function GivenFiles({ files, reply }: { files: readonly AttachedFile[]; reply: Reply }) {
  // The server knows what is a picture and which pages were drawn; until it has said so, nothing is claimed.
  const isKnown = reply.generation?.sawPictures === undefined || files.some(({ picture, pages }) => picture ?? pages);
  const sentence = isOpen(reply) || !isKnown ? undefined : givenSentence(stored(files), reply.generation);
  return sentence && <p className={styles.given}>{sentence}</p>;
}
