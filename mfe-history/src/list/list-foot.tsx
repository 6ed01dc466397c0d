import { grouped } from '@polylogue/api-contract';
import { ShowMore, type ShowMoreProps } from '@polylogue/web-kit/antd';
import layout from '../conversation-history.module.css';

interface ListFootProps extends Pick<ShowMoreProps, 'list'> {
  shown: number;
  /** How many there are, written out; unknown where counting would take long. */
  count: string | undefined;
}

/** How much of a list is shown, and the way to more. */
export const ListFoot = ({ list, shown, count }: ListFootProps) => (
  <footer className={layout.foot}>
    <span>
      1–{grouped(shown)} of {count ?? 'many'}
    </span>
    <ShowMore list={list} />
  </footer>
);
