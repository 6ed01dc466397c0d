/** Of the button, where the number stands for those who cannot see it. */
export const bellLabel = (unread: number): string =>
  unread === 0 ? 'Notices' : `${unread} unread ${unread === 1 ? 'notice' : 'notices'}`;

/** Beside the bell there is room for two figures. */
export const bellFigure = (unread: number): string => (unread > 99 ? '99+' : String(unread));

/** Where a notice leads: a path of this origin, whatever it says. */
export const placeOf = (path: string): string => (/^\/(?![/\\])/.test(path) ? path : '/');
