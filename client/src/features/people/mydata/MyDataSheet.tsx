// The member's own data: a copy to take along, and the way out.
import { texts } from 'texts:people/mydata';
import { closeSettings } from '@/stores/people/settings';
import { Sheet } from '@/ui/Sheet';
import { Copy } from './Copy';
import { Erasing } from './Erasing';
import s from './MyDataSheet.module.css';
import { MyFace } from './MyFace';

export default function MyDataSheet() {
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && closeSettings()}
      title={texts.title}
      description={texts.text}
    >
      <div className={s.sheet}>
        <Copy />
        <MyFace />
        <Erasing />
      </div>
    </Sheet>
  );
}
