import type { LucideIcon } from 'lucide-react';

interface IconProps {
  of: LucideIcon;
  /** Size in px: 18 in text, 16 in small buttons, 20 alone. */
  size?: number;
  strokeWidth?: number;
  className?: string | undefined;
}

/** Icon with the same stroke everywhere. It is decorative, because the text beside it has the meaning. */
export const Icon = ({ of: Drawing, size = 18, strokeWidth = 1.75, className }: IconProps) => (
  <Drawing size={size} strokeWidth={strokeWidth} className={className} aria-hidden="true" focusable="false" />
);
