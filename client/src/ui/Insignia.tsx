// A rank as it is worn on the shoulder. Decorative: the rank's name stands beside it.
import type { CSSProperties } from 'react';
import { type Rank, rankColour } from '@/rules/rank/ranks';
import s from './Insignia.module.css';

const chevron = 'm6 0 18-11L42 0v7L24-4 6 7z';
const star = 'm24 8 3.800 10.800 11.400.300-9 7 3.200 11L24 30.600l-9.400 6.500 3.200-11-9-7 11.400-.300z';

/** Chevrons from below, `count` of them, one under another. */
const chevrons = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const top = 27 + (index - (count - 1) / 2) * 10.5;
    return <path key={top} d={chevron} transform={`translate(0 ${top})`} />;
  });

const marks: Record<Rank, React.ReactNode> = {
  Recruit: <path d="M8 21h32v6H8z" />,
  Private: chevrons(1),
  Corporal: chevrons(2),
  Sergeant: chevrons(3),
  Lieutenant: <path d="M20 8h8v32h-8z" />,
  Captain: <path d="M12 8h8v32h-8zM28 8h8v32h-8z" />,
  Major: <path d="m24 6 12 18-12 18-12-18zm0 11-4.500 7 4.500 7 4.500-7z" fillRule="evenodd" />,
  Colonel: <path d="m24 5 7 9-7 9-7-9zM12 20l7 9-7 9-7-9zM36 20l7 9-7 9-7-9z" />,
  General: <path d={star} />,
  Guardian: (
    <>
      <path
        d="M24 3 42 9v15c0 10-7 17-18 21C13 41 6 34 6 24V9zm0 3.800L9.500 11.600V24c0 8 5.300 13.600 14.500 17.200C33.200 37.600 38.500 32 38.500 24V11.600z"
        fillRule="evenodd"
      />
      <path d={star} transform="translate(9.600 9) scale(.6)" />
    </>
  ),
};

export function Insignia({ rank, className }: { rank: Rank; className?: string }) {
  const colour = { '--rank': rankColour(rank) } as CSSProperties;
  return (
    <svg
      viewBox="0 0 48 48"
      className={className ? `${s.insignia} ${className}` : s.insignia}
      style={colour}
      aria-hidden="true"
      focusable="false"
    >
      {marks[rank]}
    </svg>
  );
}
