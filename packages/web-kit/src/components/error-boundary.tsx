import { Component, type ReactNode } from 'react';

/** What stands in for children that failed. */
export interface ErrorBoundaryProps {
  children: ReactNode;
  fallback: (fault: unknown, retry: () => void) => ReactNode;
  /** Called before the children are tried again. */
  onRetry?: () => void;
  /** Called once its children have failed. */
  onFault?: () => void;
}

/** Keeps a failure of its children to itself. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { fault: unknown; failed: boolean }> {
  override state = { fault: undefined as unknown, failed: false };

  static getDerivedStateFromError(fault: unknown) {
    return { fault, failed: true };
  }

  override componentDidCatch(fault: unknown) {
    console.error(fault);
    this.props.onFault?.();
  }

  readonly retry = () => {
    this.props.onRetry?.();
    this.setState({ fault: undefined, failed: false });
  };

  override render() {
    return this.state.failed ? this.props.fallback(this.state.fault, this.retry) : this.props.children;
  }
}
