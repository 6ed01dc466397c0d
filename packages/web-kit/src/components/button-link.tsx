import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** A link to another screen that looks like a button. */
export function ButtonLink({ to, ...look }: ButtonLinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLElement>(to);
  return <Button {...look} href={href} onClick={(event) => follow(event as Parameters<typeof follow>[0])} />;
}

/** The look of a {@link ButtonLink}, and where it leads. */
export interface ButtonLinkProps extends Omit<ButtonProps, 'href' | 'onClick' | 'htmlType'> {
  to: string;
}
