import { BrowserRouter, useRoutes } from '@polylogue/web-kit/router';
import { loader } from '../slices/loader.js';
import { signedInRoutes } from './signed-in-routes.js';

const routes = signedInRoutes(loader);

export default function SignedIn() {
  return (
    <BrowserRouter>
      <Screens />
    </BrowserRouter>
  );
}

const Screens = () => useRoutes(routes);
