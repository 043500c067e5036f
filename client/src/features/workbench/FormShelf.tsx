// Every control of a form in every state.
import { useState } from 'react';
import { Checkbox } from '@/ui/Checkbox';
import { Field, TextArea } from '@/ui/Field';
import { FileDrop } from '@/ui/FileDrop';
import { SearchField } from '@/ui/SearchField';
import { Select } from '@/ui/Select';
import { Shelf } from './Shelf';

const levels = [
  { value: 'member', label: 'Member' },
  { value: 'moderator', label: 'Moderator' },
] as const;

export function FormShelf() {
  const [search, setSearch] = useState('night');
  const [level, setLevel] = useState<(typeof levels)[number]['value']>('member');
  const [files, setFiles] = useState('Pictures and videos, at most 10 MB.');
  return (
    <>
      <Shelf name="Fields">
        <Field label="Plain" placeholder="Placeholder" hint="A hint says what is expected." />
        <Field label="With error" defaultValue="abc" error="Invalid email address" />
        <Field label="Disabled" defaultValue="Fixed" disabled />
        <TextArea label="Text" placeholder="Some words" aside={<span className="label">0 / 160</span>} />
        <SearchField label="Search members" placeholder="Name or email" value={search} onChange={setSearch} />
      </Shelf>
      <Shelf name="Choices">
        <Select
          label="Access level"
          options={levels}
          value={level}
          onChange={setLevel}
          hint="What it allows."
        />
        <Select
          label="With error"
          options={levels}
          value={level}
          onChange={setLevel}
          error="Choose a level"
        />
        <Select label="Disabled" options={levels} value={level} onChange={setLevel} disabled />
        <Checkbox label="I agree" hint="You can change your mind later." />
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="With error" error="You have to agree" />
        <Checkbox label="Disabled" disabled />
      </Shelf>
      <Shelf name="Files">
        <FileDrop
          label="Choose files or drop them here"
          hint={files}
          multiple
          onFiles={(taken) => setFiles(taken.map((file) => file.name).join(', '))}
        />
        <FileDrop label="With error" error="File too large: parade.mov" onFiles={() => {}} />
        <FileDrop label="Disabled" disabled onFiles={() => {}} />
      </Shelf>
    </>
  );
}
