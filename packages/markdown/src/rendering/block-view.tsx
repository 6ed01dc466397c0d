import type { MarkedToken, Token, Tokens } from 'marked';
import { memo, useState, type ReactNode } from 'react';
import { CodeBlock } from './code-block.js';
import { decodeEntities } from './decode-entities.js';
import type { Block } from '../lexing/grow-blocks.js';
import { Inline } from './inline.js';
import { sideOf, sideOfInline } from './side-of.js';
import { TableView } from './table-view.js';

interface BlockGroupProps {
  blocks: readonly Block[];
  /** The last of them is where the reply grows. */
  isOpen: boolean;
}

/** Blocks whose identity is unchanged are not rendered again: this is where finished text stays still. */
export const BlockGroup = memo(function BlockGroup({ blocks, isOpen }: BlockGroupProps) {
  return blocks.map((block, index) => (
    <BlockView key={block.key} block={block} isOpen={isOpen && index === blocks.length - 1} />
  ));
});

const BlockView = memo(function BlockView({ block, isOpen }: { block: Block; isOpen: boolean }) {
  // It keeps its elements when it has ended, and with them what is selected in it.
  const [grows] = useState(isOpen);
  const { token } = block;
  if (token.type === 'paragraph') {
    return (
      <p dir={sideOfInline(token.tokens)}>
        <Inline tokens={token.tokens} grows={grows} />
      </p>
    );
  }
  return blockOf(token, block.continued);
});

/** What has marks of its own stands on the side where its script begins; a paragraph in it goes along. */
function blockOf(token: MarkedToken, continued = false): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{<Inline tokens={token.tokens} />}</p>;
    case 'heading':
      // A reply stands under its panel's h2; its own ranks differ by looks, so that no level is ever skipped.
      return (
        <h3 dir={sideOf(token)} data-depth={token.depth}>
          {<Inline tokens={token.tokens} />}
        </h3>
      );
    case 'code':
      return <CodeBlock lang={token.lang} text={token.text} />;
    case 'list':
      return <ListView list={token as Tokens.List} continued={continued} />;
    case 'blockquote':
      return <blockquote dir={sideOf(token)}>{<Nested tokens={token.tokens} />}</blockquote>;
    case 'table':
      return <TableView table={token as Tokens.Table} />;
    case 'hr':
      return <hr />;
    case 'html':
      return <p data-raw="">{token.text.trimEnd()}</p>;
    case 'text':
      return token.tokens ? <Inline tokens={token.tokens} /> : decodeEntities(token.text);
    case 'space':
    case 'def':
      return null;
    default:
      return <Inline tokens={[token]} />;
  }
}

function Nested({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, index) => <Part key={index} token={token as MarkedToken} />);
}

function Part({ token }: { token: MarkedToken }) {
  return blockOf(token);
}

function ListView({ list, continued }: { list: Tokens.List; continued: boolean }) {
  const items = list.items.map((item, index) => (
    <li key={index} data-task={item.task || undefined}>
      {item.task && <TaskMark done={item.checked === true} />}
      <Nested tokens={item.tokens} />
    </li>
  ));
  const mark = continued ? { 'data-continued': '' } : {};
  if (!list.ordered)
    return (
      <ul dir={sideOf(list)} {...mark}>
        {items}
      </ul>
    );
  return (
    <ol dir={sideOf(list)} {...mark} start={Number(list.start)}>
      {items}
    </ol>
  );
}

function TaskMark({ done }: { done: boolean }) {
  return (
    <span role="img" aria-label={done ? 'Done' : 'Not done'}>
      {done ? '☑ ' : '☐ '}
    </span>
  );
}
