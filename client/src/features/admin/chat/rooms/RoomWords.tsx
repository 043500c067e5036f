// What a room is called and what it is for, no longer than the server allows.
import { texts } from 'texts:admin/chat/rooms';
import { Field, TextArea } from '@/ui/Field';

interface RoomWordsProps {
  displayName: string;
  onDisplayName: (text: string) => void;
  description: string;
  onDescription: (text: string) => void;
}

export function RoomWords({ displayName, onDisplayName, description, onDescription }: RoomWordsProps) {
  return (
    <>
      <Field
        label={texts.displayName}
        value={displayName}
        onChange={(event) => onDisplayName(event.target.value)}
        maxLength={80}
        autoComplete="off"
      />
      <TextArea
        label={texts.description}
        value={description}
        onChange={(event) => onDescription(event.target.value)}
        maxLength={500}
        rows={3}
      />
    </>
  );
}
