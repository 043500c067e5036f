// Bars, by Recharts: fetched by BarValues when it is first shown. The arrow keys
// walk along the bars.
import { Bar, BarChart, CartesianGrid, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import s from './BarsChart.module.css';
import type { BarValue } from './bar';

interface BarsChartProps {
  label: string;
  bars: readonly BarValue[];
  format: (value: number) => string;
  onOpen?: (key: string) => void;
  /** Which end is named when not every bar is. */
  named?: 'first' | 'last';
}

const tick = { fill: 'var(--ink-3)', fontSize: 12 };

export default function BarsChart({ label, bars, format, onOpen, named }: BarsChartProps) {
  const shortOf = (key: string) => bars.find((bar) => bar.key === key)?.short ?? key;
  return (
    <div className={s.chart}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...bars]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} title={label}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="key"
            tickFormatter={shortOf}
            tick={tick}
            stroke="var(--line-strong)"
            minTickGap={24}
            interval={named === 'last' ? 'preserveEnd' : 'preserveStart'}
          />
          <YAxis tickFormatter={format} tick={tick} stroke="none" width="auto" allowDecimals={false} />
          <Tooltip
            cursor={{ fill: 'var(--ground-raised)' }}
            content={({ active, payload }) => {
              const at = active ? (payload?.[0]?.payload as BarValue | undefined) : undefined;
              return (
                at && (
                  <p className={s.tip}>
                    <span>{at.tip ?? at.short}</span>
                    <strong className="mono">{format(at.value)}</strong>
                    {at.note && <span>{at.note}</span>}
                  </p>
                )
              );
            }}
          />
          <Bar
            dataKey="value"
            fill="var(--accent-ink)"
            maxBarSize={28}
            isAnimationActive={false}
            className={onOpen && s.opens}
            onClick={(_, index) => {
              const bar = bars[index];
              if (bar && bar.value > 0) onOpen?.(bar.key);
            }}
          >
            {bars.map(({ key, band }) => (
              <Cell key={key} className={band && s[band]} />
            ))}
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
