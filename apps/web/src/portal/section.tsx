import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Retry } from '../ui/retry.tsx';

/** A part of a page that fails alone: the rest keeps working, and trying again mounts it anew. */
export class Section extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Retry title={<Trans>This part of the page didn't load.</Trans>} onRetry={() => this.setState({ failed: false })}>
        <Trans>Nothing is lost.</Trans>
      </Retry>
    );
  }
}
