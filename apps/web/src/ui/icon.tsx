import type { IconNode } from 'lucide';
import { createElement } from 'react';

interface IconProps {
  /** Lines of the icon. */
  of: IconNode;
  /** Size in px: 18 in text, 16 in small buttons, 20 alone. */
  size?: number;
  strokeWidth?: number;
  className?: string | undefined;
}

/** Icon with the same stroke everywhere. It is decorative, because the text beside it has the meaning. */
export const Icon = ({ of, size = 18, strokeWidth = 1.75, className }: IconProps) =>
  createElement(
    'svg',
    {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      strokeWidth,
      className,
      'aria-hidden': true,
      focusable: false,
    },
    ...of.map(([tag, attributes]) => createElement(tag, attributes)),
  );
