// Parts of a screen of which one is shown, with arrows, Home and End (radix).
// Arrows move along the tabs, Enter opens one: opening may ask the server or
// lead to another screen.
import { Tabs as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Count } from './Count';
import s from './Tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** How much waits there. */
  waits?: ComponentProps<typeof Count>;
}

interface TabsProps<Value extends string> {
  /** What the tabs divide; said, not shown. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the row scrolls: the chosen tab is brought into it.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-value="${value}"]`);
    chosen?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  return (
    <Radix.Root
      className={s.root}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      activationMode="manual"
    >
      <Radix.List ref={list} className={s.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} data-value={tab.value} className={s.tab}>
            {tab.label}
            {tab.waits && <Count {...tab.waits} className={s.count} />}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} className={s.panel}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
