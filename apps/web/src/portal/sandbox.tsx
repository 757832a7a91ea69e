import { SandboxBar } from '../features/sandbox/components/sandbox-bar.tsx';

/** A separate chunk, because only installations with the sandbox gateway load it. */
export const Page = () => <SandboxBar />;
