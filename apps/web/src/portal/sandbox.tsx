import { SandboxBar } from '../features/sandbox/components/sandbox-bar.tsx';

/** A chunk of its own: only an installation with the sandbox gateway asks for it. */
export const Page = () => <SandboxBar />;
