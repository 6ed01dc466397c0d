import dns from 'node:dns';

// Loaded into replicas by `--import`: the names of the cluster are looked up at its own DNS server, as in a pod. Which one
// the system's resolver asks, to which `lookup` goes, cannot be set for one process.
const { CLUSTER_DNS: server, CLUSTER_DOMAIN: domain } = process.env;
if (server) {
  const { lookup } = dns.promises;
  // gRPC also looks for TXT records, which have their way past `lookup`.
  dns.promises.setServers([server]);
  const look = async (name: string, options: object) => {
    if (!name.endsWith(`.${domain}`)) return lookup(name, options);
    return (await dns.promises.resolve4(name)).map((address) => ({ address, family: 4 }));
  };
  dns.promises.lookup = look as typeof lookup;
}
