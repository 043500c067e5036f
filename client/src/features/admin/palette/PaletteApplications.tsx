// Applications that were listed lately, by number, name and e-mail.
import { texts } from 'texts:admin/palette';
import { Command } from 'cmdk';
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { knownApplications } from '@/queries/application/review';
import { statusOf } from '@/rules/application/review';
import { paths } from '@/rules/paths';
import type { AdminApplication } from '@/wire/bodies.gen';
import { calledBy, Heading, Item } from './Item';

interface PaletteApplicationsProps {
  /** Nothing is typed yet: there may be hundreds. */
  hidden: boolean;
  /** Hears the address of the application's review. */
  onOpen: (path: string) => void;
}

const pathOf = (application: AdminApplication) => {
  const place = new URLSearchParams({ application: application.id, among: statusOf(application) });
  return `${paths.adminApplications}?${place}`;
};

export function PaletteApplications({ hidden, onOpen }: PaletteApplicationsProps) {
  const [known] = useState(knownApplications);
  if (hidden || known.length === 0) return null;
  return (
    <Command.Group heading={<Heading>{texts.applications}</Heading>}>
      {known.map((application) => (
        <Item
          key={application.id}
          value={application.application_number}
          id={application.id}
          hint={[application.full_name, application.email].filter(Boolean).join(' · ')}
          icon={ClipboardList}
          words={[application.application_number, application.full_name, application.email]
            .filter((word) => word !== null)
            .map((word) => calledBy + word.toLowerCase())}
          onSelect={() => onOpen(pathOf(application))}
        />
      ))}
    </Command.Group>
  );
}
