// Where the sender writes what is said in a sound.
import { texts as sendingTexts } from 'texts:chat/sending';
import { TextArea } from '@/ui/Field';

const maxLength = 4_000; // as the server has it

interface TranscriptFieldProps {
  value: string;
  onChange: (text: string) => void;
}

export function TranscriptField({ value, onChange }: TranscriptFieldProps) {
  return (
    <TextArea
      label={sendingTexts.transcriptOptional}
      hint={sendingTexts.transcriptHint}
      rows={2}
      maxLength={maxLength}
      dir="auto"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
