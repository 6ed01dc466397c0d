import type { closing } from '@polylogue/test-kit';
import { actAs, type Account } from './account.js';
import { newVisitor, openBrowser, setLook, type Visitor, type VisitorOptions } from './browser.js';
import { leaveWindow } from './lasting-window.js';

/** How a spec opens windows of the worker's browser. */
export interface Windows {
  /** A window of a user, or of a visitor who is signed out; one that a test opened is closed after it. */
  visit(who?: Account, options?: VisitorOptions): Promise<Visitor>;
  /** The user's one window for all sizes and themes: what it has loaded once it need not load again. */
  look(who: Account | undefined, options: VisitorOptions): Promise<Visitor>;
  /** A path in a window kept for it, loaded only when the theme is another than before; `isFresh` when it was. */
  show(path: string, who: Account | undefined, options: VisitorOptions): Promise<Visitor & { isFresh: boolean }>;
}

/** Windows at a product; `keep` takes what stays open until the last test. */
export function windowsOf(url: () => string, keep: ReturnType<typeof closing>['add']) {
  const opened: Visitor[] = [];
  const kept = new Map<string, Promise<Visitor>>();
  const themes = new Map<Visitor, string>();

  const keepOpen = async (name: string, who: Account | undefined, options: VisitorOptions) => {
    const known = kept.get(name);
    if (known) {
      await setLook((await known).page, options);
      return known;
    }
    const opening = open(url(), who, { ...options, isNew: true });
    kept.set(name, opening);
    keep({ close: async () => (await opening).context.close() });
    return opening;
  };
  const windows: Windows = {
    visit: async (who, options) => {
      const visitor = await open(url(), who, options);
      opened.push(visitor);
      return visitor;
    },
    look: (who, options) => keepOpen(who?.email ?? '', who, options),
    show: async (path, who, options) => {
      const visitor = await keepOpen(`${who?.email} ${path}`, who, options);
      const { theme = 'light' } = options;
      const isFresh = themes.get(visitor) !== theme;
      if (isFresh) await visitor.page.goto(path);
      themes.set(visitor, theme);
      return { ...visitor, isFresh };
    },
  };
  return {
    ...windows,
    /** What is open now stays until the last test. */
    keepOpened: () => opened.splice(0).forEach(({ context }) => keep({ close: () => leaveWindow(context) })),
    closeOpened: async () => {
      for (const { context } of opened.splice(0)) await leaveWindow(context);
    },
  };
}

async function open(url: string, who: Account | undefined, options?: VisitorOptions): Promise<Visitor> {
  const visitor = await newVisitor(await openBrowser(), url, options);
  if (who) await actAs(visitor.context, url, who);
  return visitor;
}
