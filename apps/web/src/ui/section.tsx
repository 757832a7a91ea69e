import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '../lib/lazy-named.ts';
import { redirect } from '../lib/redirect.ts';
import { Retry } from './retry.tsx';

interface SectionProps {
  children: ReactNode;
  /** Header of a page, shown above the error. */
  head?: ReactNode;
}

/**
 * Error boundary of a part of a page; Retry mounts the part again. A script that failed to load is retried by reloading
 * the page, which also finds a newer release, but not while offline, when the reload would lose the page. If the part
 * is the whole page, which `head` says, it loads automatically when the connection is back.
 */
export class Section extends Component<SectionProps, { failed: unknown }> {
  override state = { failed: null };

  static getDerivedStateFromError(failed: unknown) {
    return { failed };
  }

  tryAgain = () => {
    if (navigator.onLine && (this.state.failed as unknown) instanceof ChunkLoadError) redirect.reload();
    else this.setState({ failed: null });
  };

  override componentDidCatch() {
    // not for a part, because a reload would lose what is typed beside it
    if (this.props.head && !navigator.onLine) addEventListener('online', this.tryAgain);
  }

  override componentWillUnmount() {
    removeEventListener('online', this.tryAgain);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        {this.props.head}
        <Retry title={<Trans>This didn't load.</Trans>} onRetry={this.tryAgain}>
          <Trans>Nothing is lost.</Trans>
        </Retry>
      </>
    );
  }
}
