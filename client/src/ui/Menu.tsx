// A menu under a button, with arrows, typing and Escape (radix).
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useBackCloses } from './backCloses';
import { cx } from './cx';
import s from './Menu.module.css';

interface MenuProps {
  /** The button; it gets aria-expanded and the rest. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  /** It is open when it is first drawn. */
  defaultOpen?: boolean;
}

export function Menu({ trigger, children, align = 'end', defaultOpen = false }: MenuProps) {
  const [open, setOpen] = useState(defaultOpen);
  useBackCloses(open, () => setOpen(false));
  return (
    // Not modal: the page behind stays scrollable and readable.
    <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={s.menu} align={align} sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
  danger?: boolean;
  disabled?: boolean;
}

export function MenuItem({ icon, onSelect, children, danger, disabled }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={cx(s.item, danger && s.danger)} onSelect={onSelect} disabled={disabled}>
      <span className={s.icon}>{icon}</span>
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className={cx('label', s.label)}>{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className={s.line} />;
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few, ticked. */
export function MenuChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      <DropdownMenu.RadioGroup
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        aria-label={label}
      >
        {options.map((option) => (
          <DropdownMenu.RadioItem key={option.value} value={option.value} className={s.item}>
            <span className={s.icon}>
              <DropdownMenu.ItemIndicator>
                <Check size={16} aria-hidden="true" />
              </DropdownMenu.ItemIndicator>
            </span>
            {option.label}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  );
}
