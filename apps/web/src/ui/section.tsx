import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '../lib/lazy-named.ts';
import { redirect } from '../lib/redirect.ts';
import { Retry } from './retry.tsx';

/**
 * A part of a page that fails alone: the rest keeps working, and trying again mounts it anew. What did not arrive is
 * fetched by loading the page anew, which also finds the parts of a newer release; not while offline, where nothing would
 * be left to look at. Where it is the page itself, its title is all that is left of the heading.
 */
export class Section extends Component<{ children: ReactNode; title?: string }, { failed: unknown }> {
  override state = { failed: null };

  static getDerivedStateFromError(failed: unknown) {
    return { failed };
  }

  tryAgain = () => {
    if (navigator.onLine && (this.state.failed as unknown) instanceof ChunkLoadError) redirect.reload();
    else this.setState({ failed: null });
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        {this.props.title && <h1 className="sr">{this.props.title}</h1>}
        <Retry title={<Trans>This part of the page didn't load.</Trans>} onRetry={this.tryAgain}>
          <Trans>Nothing is lost.</Trans>
        </Retry>
      </>
    );
  }
}
