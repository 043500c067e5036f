// Other applications that may be of the same person; each opens in the place of this one.
import { texts } from 'texts:admin/application';
import type { MouseEvent } from 'react';
import { textNamed } from '@/languages/texts';
import { statusOf } from '@/rules/application/review';
import { formatList } from '@/rules/list';
import { paths } from '@/rules/paths';
import { Badge } from '@/ui/Badge';
import { Link } from '@/ui/Link';
import { Section } from '@/ui/Section';
import type { AdminApplication, RelatedApplication } from '@/wire/bodies.gen';
import { useAddress } from '../address';
import s from './Review.module.css';
import { statusTones } from './reviewTexts';

const place = ({ id }: RelatedApplication) => ({ application: id });

export function Related({ application: { related } }: { application: AdminApplication }) {
  const { open } = useAddress();
  if (related.length === 0) return null;
  return (
    <Section title={texts.related} level={3}>
      <ul className={s.history}>
        {related.map((other) => {
          const submitted_at = other.status === 'incomplete' ? null : '';
          const status = statusOf({ status: other.status, submitted_at, current_stage: 0 });
          return (
            <li key={other.id} className={s.related}>
              <Link
                className={s.link}
                to={{ pathname: paths.adminApplications, search: String(new URLSearchParams(place(other))) }}
                onClick={(event: MouseEvent) => {
                  // Of a new tab or window the address is enough.
                  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                  event.preventDefault();
                  open(place(other));
                }}
              >
                {other.application_number}
              </Link>
              <Badge tone={statusTones[status]}>{texts.statusWords[status]}</Badge>
              <span className={s.quiet}>
                {formatList(other.common.map((what) => textNamed(texts.commonWords, what) ?? what))}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
