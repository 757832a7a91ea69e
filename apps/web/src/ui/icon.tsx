import type { LucideIcon } from 'lucide-react';

interface IconProps {
  of: LucideIcon;
  /** Pixels: 18 in text, 16 in small buttons, 20 alone. */
  size?: number;
  strokeWidth?: number;
  className?: string | undefined;
}

/** One stroke and one size for every icon; always decoration, because the word beside it carries the meaning. */
export const Icon = ({ of: Drawing, size = 18, strokeWidth = 1.75, className }: IconProps) => (
  <Drawing size={size} strokeWidth={strokeWidth} className={className} aria-hidden="true" focusable="false" />
);
