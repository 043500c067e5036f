// A bar for each day, by Recharts: fetched by DayValues when it is first shown.
// The arrow keys walk along the bars.
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDate } from '@/rules/format';
import s from './DayChart.module.css';
import type { DayValue } from './DayValues';

interface DayChartProps {
  label: string;
  days: readonly DayValue[];
  format: (value: number) => string;
}

const tick = { fill: 'var(--ink-3)', fontSize: 12 };
const day = (date: string) => formatDate(date, 'date', 'UTC');

export default function DayChart({ label, days, format }: DayChartProps) {
  return (
    <div className={s.chart}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...days]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} title={label}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="date" tickFormatter={day} tick={tick} stroke="var(--line-strong)" minTickGap={24} />
          <YAxis tickFormatter={format} tick={tick} stroke="none" width="auto" />
          <Tooltip
            cursor={{ fill: 'var(--ground-raised)' }}
            content={({ active, payload }) => {
              const at = active ? (payload?.[0]?.payload as DayValue | undefined) : undefined;
              return (
                at && (
                  <p className={s.tip}>
                    <span>{day(at.date)}</span>
                    <strong className="mono">{format(at.value)}</strong>
                    {at.note && <span>{at.note}</span>}
                  </p>
                )
              );
            }}
          />
          <Bar dataKey="value" fill="var(--accent-ink)" maxBarSize={28} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
