// Says that the field holds the new text of a message, with a way out.
import { texts } from 'texts:chat';
import { Pencil, X } from 'lucide-react';
import { IconButton } from '@/ui/IconButton';
import s from './ReplyBanner.module.css';

export function EditBanner({ onCancel }: { onCancel: () => void }) {
  return (
    <div className={s.banner}>
      <p className={s.words}>
        <span className={s.edit}>
          <Pencil size={13} aria-hidden="true" /> {texts.editing}
        </span>
      </p>
      <IconButton label={texts.cancelEdit} icon={<X size={18} aria-hidden="true" />} onClick={onCancel} />
    </div>
  );
}
