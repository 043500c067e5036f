// One entry of the message list: a list item that takes the arrow keys' focus.
import type { HTMLAttributes } from 'react';

interface EntryProps extends HTMLAttributes<HTMLDivElement> {
  itemKey: string;
  /** The one entry that Tab reaches; arrows move on from it. */
  tabStop: boolean;
}

export function Entry({ itemKey, tabStop, ...rest }: EntryProps) {
  // biome-ignore lint/a11y/useSemanticElements: an li needs its ul as parent, which the window's frames are not
  return <div role="listitem" data-key={itemKey} tabIndex={tabStop ? 0 : -1} {...rest} />;
}
