/** How high a bar stands beside the highest: above 75, 50, 25 percent, or less. */
export type Band = 'top' | 'high' | 'middle' | 'low';

/** One bar of a chart, which is a row of its table. */
export interface BarValue {
  key: string;
  /** Below the bar. */
  short: string;
  /** In the table; the same where it is left out. */
  name?: string;
  /** Over the bar; the same as below where it is left out. */
  tip?: string;
  value: number;
  /** What else is to know of it. */
  note?: string;
  band?: Band;
}
